/**
 * Rewrites an ONNX file as a graph that reads its weights out of that file: the runtime maps them, where it would copy
 * all of a file into the heap twice while it reads it. Fields of ONNX's protobuf schema (onnx.proto3) by their numbers.
 */

const [GRAPH, INITIALIZER] = [7, 5];
const [RAW_DATA, EXTERNAL_DATA, DATA_LOCATION] = [9, 13, 14];
const [KEY, VALUE] = [1, 2];
const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5];
const EXTERNAL = 1;

/** Bytes up to which a tensor stays in the graph. */
const SMALL = 4096;

interface Field {
  number: number;
  /** The whole field, its tag and length included. */
  start: number;
  end: number;
  /** Where the content of a field of bytes starts; null for numbers. */
  content: number | null;
}

function varintAt(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let [end, factor] = [at, 1]; ; end += 1, factor *= 128) {
    const byte = bytes.readUInt8(end);
    value += (byte & 127) * factor;
    if (byte < 128) return { value, end: end + 1 };
  }
}

function fieldAt(bytes: Buffer, start: number): Field {
  const { value: tag, end: content } = varintAt(bytes, start);
  const [number, type] = [Math.floor(tag / 8), tag % 8];
  if (type === VARINT) return { number, start, end: varintAt(bytes, content).end, content: null };
  if (type === FIXED64) return { number, start, end: content + 8, content: null };
  if (type === FIXED32) return { number, start, end: content + 4, content: null };
  if (type !== BYTES) throw new Error(`byte ${start} begins no field of an ONNX file: its type is ${type}`);
  const { value: length, end: first } = varintAt(bytes, content);
  return { number, start, end: first + length, content: first };
}

function fieldsIn(bytes: Buffer, start: number, end: number): Field[] {
  const fields: Field[] = [];
  for (let at = start; at < end; at = fields.at(-1)?.end ?? end) fields.push(fieldAt(bytes, at));
  return fields;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return Buffer.from([...bytes, left]);
}

const numberField = (number: number, value: number) => Buffer.concat([varint(number * 8 + VARINT), varint(value)]);

const bytesField = (number: number, content: Buffer) =>
  Buffer.concat([varint(number * 8 + BYTES), varint(content.length), content]);

const entry = (key: string, value: string) =>
  bytesField(EXTERNAL_DATA, Buffer.concat([bytesField(KEY, Buffer.from(key)), bytesField(VALUE, Buffer.from(value))]));

/** Replaces the fields with this number, whose contents are messages. */
const rewritten = (
  bytes: Buffer,
  [start, end]: readonly [number, number],
  number: number,
  rewrite: (field: Field) => Buffer,
) =>
  Buffer.concat(
    fieldsIn(bytes, start, end).map((field) =>
      field.number === number ? bytesField(number, rewrite(field)) : bytes.subarray(field.start, field.end),
    ),
  );

/** `location` is the name under which the graph finds `bytes` beside itself. Throws for what is no ONNX file. */
export function graphApart(bytes: Buffer, location: string): Buffer {
  const tensor = ({ content, end }: Field): Buffer => {
    const fields = fieldsIn(bytes, content ?? end, end);
    const data = fields.find(({ number }) => number === RAW_DATA);
    if (data?.content == null || data.end - data.content <= SMALL) return bytes.subarray(content ?? end, end);
    return Buffer.concat([
      ...fields.filter((field) => field !== data).map((field) => bytes.subarray(field.start, field.end)),
      ...[
        entry('location', location),
        entry('offset', `${data.content}`),
        entry('length', `${data.end - data.content}`),
      ],
      numberField(DATA_LOCATION, EXTERNAL),
    ]);
  };
  return rewritten(bytes, [0, bytes.length], GRAPH, ({ content, end }) =>
    rewritten(bytes, [content ?? end, end], INITIALIZER, tensor),
  );
}
