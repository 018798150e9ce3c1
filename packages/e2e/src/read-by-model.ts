import { useServiceOf } from './own-service.js';

/** The URL of a service of the suite's own that reads with the models that ship, as it does by default: what compares and judges claims. */
export const useModelReader = () => useServiceOf({ READER: 'model' });
