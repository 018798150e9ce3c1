/** Each part costs as much as many bytes do. Beyond so many they have to be of some bytes on the mean. */
const [FREE_PARTS, BYTES_OF_PART] = [16_000, 4];

export const createPartCount = () => {
  let [parts, bytes] = [0, 0];
  const areSmall = () => parts > FREE_PARTS && bytes < BYTES_OF_PART * parts;
  return {
    areSmall,
    add(length: number) {
      parts += 1;
      bytes += length;
      return areSmall();
    },
  };
};
