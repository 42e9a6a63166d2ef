import { kafkaSuite, testBrokers } from '../../support/kafka';
import { signatureFeatures } from '../signatures.features';

jest.setTimeout(120_000);

kafkaSuite('signed events in Kafka', () => {
  signatureFeatures(testBrokers);
});
