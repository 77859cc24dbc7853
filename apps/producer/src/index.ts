/** The producer: the HTTP service that takes renders and puts them into the farm's queue. */
export { type ProducerConfig, readProducerConfig } from './config/producer-config.js';
export { type RunningProducer, startProducer } from './start-producer.js';
