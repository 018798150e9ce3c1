import { useServiceOf } from './own-service.js';

/** A suite's own service with the models that ship, which compare and judge claims. */
export const useModelReader = () => useServiceOf({ READER: 'model' });
