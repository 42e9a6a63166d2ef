/**
 * Where a log was made again, its offsets begin anew, and a record may come to the place of an older letter. Its letter
 * has this topic then: no log's topic has an `@`.
 */
export function besideTopic(topic: string, digest: string): string {
  return `${topic}@${digest}`;
}

/**
 * SQL: whether a row of `dead_letters`, as `letter`, stands at a place of the log, or beside an older letter there.
 * `offset` is the comparison, such as `= $3`.
 */
export function isAt({ topic, partition, offset }: Record<'topic' | 'partition' | 'offset', string>): string {
  const place = `letter.partition = ${partition} AND letter.log_offset ${offset}`;
  const isBeside = `letter.topic LIKE '%@%' AND split_part(letter.topic, '@', 1) = ${topic}`;
  return `(letter.topic = ${topic} AND ${place} OR ${isBeside} AND ${place})`;
}
