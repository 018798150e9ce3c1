import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { modelFiles, shippedModel } from '../files.js';
import { graphApart } from './graph-apart.js';

const read = (file: string) => readFileSync(join(shippedModel, file));

it('is the graph that ships, and names each weight where it stands in the model', () => {
  const [model, graph] = [read(modelFiles.model), read(modelFiles.graph)];
  expect(graphApart(model, modelFiles.model).equals(graph)).toBe(true);
  expect(graph.length).toBeLessThan(model.length / 40);
});

it('leaves what is small in the graph', () => {
  const graph = read(modelFiles.graph);
  expect(graphApart(graph, 'elsewhere').equals(graph)).toBe(true);
});

it('says where a file is no ONNX file', () => {
  expect(() => graphApart(Buffer.from('{"no": "onnx"}'), 'elsewhere')).toThrow(/begins no field of an ONNX file/);
});
