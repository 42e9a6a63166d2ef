export { kafkaClassPath, runKafkaTool } from './java-tool';
export { LocalKafka, type LocalKafkaOptions } from './local-kafka';
export { freePorts } from './ports';
export { javaProgram, missingTools } from './tools';
