const host = {
  host: '{broker}',
  variables: {
    broker: {
      default: '127.0.0.1:9092',
      description: 'One of the brokers that the services are started with (VERBATIM_KAFKA or KAFKA_BROKERS)',
    },
  },
};

const scheme = (name: string) => ({ $ref: `#/components/securitySchemes/${name}` });
const sasl = ['plain', 'scramSha256', 'scramSha512'].map(scheme);

/** Which one holds is configuration: VERBATIM_KAFKA_TLS and VERBATIM_KAFKA_SASL_MECHANISM. */
export const servers = {
  plaintext: { ...host, protocol: 'kafka', description: 'Without TLS and SASL, as on loopback' },
  'plaintext-sasl': {
    ...host,
    protocol: 'kafka',
    description: 'VERBATIM_KAFKA_SASL_MECHANISM set',
    security: sasl,
  },
  tls: { ...host, protocol: 'kafka-secure', description: 'VERBATIM_KAFKA_TLS set' },
  'tls-client': {
    ...host,
    protocol: 'kafka-secure',
    description: 'VERBATIM_KAFKA_TLS set, with a certificate of the client (VERBATIM_KAFKA_TLS_CERT) or SASL',
    security: [scheme('certificate'), ...sasl],
  },
};

const login = 'VERBATIM_KAFKA_SASL_USERNAME and VERBATIM_KAFKA_SASL_PASSWORD';

export const securitySchemes = {
  plain: { type: 'plain', description: login },
  scramSha256: { type: 'scramSha256', description: login },
  scramSha512: { type: 'scramSha512', description: login },
  certificate: { type: 'X509', description: 'VERBATIM_KAFKA_TLS_CERT and VERBATIM_KAFKA_TLS_KEY' },
};
