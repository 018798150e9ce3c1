/** Written as bytes so that no compiler is needed. Numbers are those of the WebAssembly specification. */
const I32 = 0x7f;
const V128 = 0x7b;
const NOTHING = 0x40;

/** Parameters and locals. All but `stride` are byte offsets. */
const [row, end, question, stride, out, place, sum] = [0, 1, 2, 3, 4, 5, 6];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, value];
const add = 0x6a;
const shiftLeft = 0x74;
const repeatIfBelow = [0x49, 0x0d, 0];
const loop = (...body: number[]) => [0x03, NOTHING, ...body, 0x0b];
const storeInteger = [0x36, 2, 0];

const zeros = [0xfd, 12, ...new Array<number>(16).fill(0)];
const loadEightWords = [0xfd, 0, 0, 0];
const loadEightBytesAsWords = [0xfd, 1, 0, 0];
const multiplyAndAddPairs = [0xfd, 0xba, 1];
const addFour = [0xfd, 0xae, 1];
const lane = (number: number) => [...get(sum), 0xfd, 27, number];

const eightPlaces = loop(
  ...[...get(sum), ...get(row), ...get(place), add, ...loadEightBytesAsWords],
  ...[...get(question), ...get(place), ...constant(1), shiftLeft, add, ...loadEightWords],
  ...[...multiplyAndAddPairs, ...addFour, ...set(sum)],
  ...[...get(place), ...constant(8), add, ...set(place), ...get(place), ...get(stride), ...repeatIfBelow],
);

const everyRow = loop(
  ...[...zeros, ...set(sum), ...constant(0), ...set(place)],
  ...eightPlaces,
  ...[...get(out), ...lane(0), ...lane(1), add, ...lane(2), add, ...lane(3), add, ...storeInteger],
  ...[...get(out), ...constant(4), add, ...set(out)],
  ...[...get(row), ...get(stride), add, ...set(row), ...get(row), ...get(end), ...repeatIfBelow],
);

const length = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7]);
const section = (number: number, ...body: number[]) => [number, ...length(body.length), ...body];
const named = (name: string) => [name.length, ...Buffer.from(name)];

/** A module with so many pages of 64 KiB and the function `products(row, end, question, stride, out)`. */
export function kernelCode(pages: number): Uint8Array<ArrayBuffer> {
  const body = [2, 1, I32, 1, V128, ...everyRow, 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 5, I32, I32, I32, I32, I32, 0),
    ...section(3, 1, 0),
    ...section(5, 1, 0, pages),
    ...section(7, 2, ...named('memory'), 2, 0, ...named('products'), 0, 0),
    ...section(10, 1, ...length(body.length), ...body),
  ]);
}
