import { EventEmitter } from 'node:events';
import type { Metrics } from '@hippocamp/runtime/metrics';
import type { Request, Response } from 'express';
import { expect, it, vi } from 'vitest';
import { accessLog } from './request-log.js';

it.each([
  ['/memories', 'info'],
  ['unknown', 'info'],
  ['/livez', 'debug'],
  ['/readyz', 'debug'],
  ['/metrics', 'debug'],
])('has one line for a request of %s, at %s', (route, level) => {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const response = Object.assign(new EventEmitter(), { locals: { route }, statusCode: 200, writableFinished: true });
  const metrics = { request: vi.fn() } as unknown as Metrics;
  accessLog(log, metrics)({ method: 'GET' } as Request, response as unknown as Response, vi.fn());
  response.emit('close');
  expect([log.info.mock.calls.length, log.debug.mock.calls.length]).toEqual(level === 'info' ? [1, 0] : [0, 1]);
  expect(metrics.request).toHaveBeenCalledTimes(1);
});

it.each([
  ['GET', 'GET'],
  ['OPTIONS', 'OPTIONS'],
  ['PROPFIND', 'other'],
  ['TRACE', 'other'],
])('counts %s as %s', (method, counted) => {
  const response = Object.assign(new EventEmitter(), { locals: {}, statusCode: 404, writableFinished: true });
  const metrics = { request: vi.fn() } as unknown as Metrics;
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  accessLog(log, metrics)({ method } as Request, response as unknown as Response, vi.fn());
  response.emit('close');
  expect(metrics.request).toHaveBeenCalledWith(counted, 'unknown', 404, expect.any(Number));
  expect(log.info.mock.calls[0]?.[0]).toMatchObject({ method });
});
