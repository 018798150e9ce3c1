import { describe, expect, it } from 'vitest';
import { calibrationOf, generalCalibration } from './traits.js';

describe('the calibration of a model', () => {
  it('is the general one where nothing is known of it', () => {
    for (const model of ['nomic-embed-text', 'text-embedding-3-large', 'intfloat/e5-mistral-7b-instruct']) {
      expect(calibrationOf(model)).toBe(generalCalibration);
    }
  });

  it('goes by the name, whatever the tag and the case', () => {
    expect(calibrationOf('text-embedding-3-small').lo).toBe(0.1);
    for (const model of ['intfloat/multilingual-e5-small', 'e5-base-v2:latest', 'intfloat/E5-large-v2']) {
      expect(calibrationOf(model).lo).toBe(0.7);
    }
  });
});
