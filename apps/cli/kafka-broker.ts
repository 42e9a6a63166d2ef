/** Apart from the command's definition, so that help does not load it. */
export { LocalKafka } from '@verbatim/kafka-broker';
