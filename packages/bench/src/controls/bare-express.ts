import express from 'express';

/** The control for what Node and Express alone cost. */
const app = express();
app.get('/livez', (_request, response) => {
  response.json({ status: 'live' });
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, msg: 'listening' })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
