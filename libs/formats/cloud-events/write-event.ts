export interface EventToWrite {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  /** The conversation. */
  readonly subject: string;
  readonly tenant: string;
  /** RFC 3339. */
  readonly time: string;
  readonly dataversion: number;
  readonly causationId?: string | null;
  readonly correlationId?: string | null;
  /** Of the CloudEvents extension of that name. */
  readonly sequence?: string;
  /** Raw JSON text, spliced in as it is. */
  readonly dataText: string;
}

/** The event as structured CloudEvents 1.0 JSON. */
export function writeEvent(event: EventToWrite): string {
  const attributes = JSON.stringify({
    specversion: '1.0',
    id: event.id,
    source: event.source,
    type: event.type,
    subject: event.subject,
    time: event.time,
    datacontenttype: 'application/json',
    tenantid: event.tenant,
    dataversion: event.dataversion,
    causationid: event.causationId ?? undefined,
    correlationid: event.correlationId ?? undefined,
    sequence: event.sequence,
  });
  return `${attributes.slice(0, -1)},"data":${event.dataText}}`;
}
