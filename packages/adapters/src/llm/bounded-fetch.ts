import { ModelFailure } from '@hippocamp/core/ports/model-failure';

/** Bytes of an answer with its envelope; some thirty times what a full part needs. */
const MOST_BYTES = 1_000_000;

const counted = () => {
  let bytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MOST_BYTES) throw new ModelFailure(`the answer is longer than ${MOST_BYTES} bytes`, 'refused');
      controller.enqueue(chunk);
    },
  });
};

/** As `fetch`, for answers of up to `MOST_BYTES`. A redirect is not followed: it would take the text elsewhere. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { body, status, statusText, headers } = response;
  return new Response(body ? body.pipeThrough(counted()) : null, { status, statusText, headers });
};
