import { FramefarmError } from '@framefarm/contract';
import { expect, it } from 'vitest';
import { toldFailure } from '../../../apps/worker/src/steps/told-failure.js';

const PLACES = { directory: '/srv/scratch/framefarm-worker-1', location: 's3://our-bucket/farm/' };

it('a failed step tells nothing of the store, its address or its keys', () => {
  const hint = 'Check S3_ACCESS_KEY_ID.';
  const details = { reason: 'refused' };
  const said = 's3://our-bucket/farm/: AccessDenied (connect ECONNREFUSED 10.0.0.5:9000)';
  expect(toldFailure(new FramefarmError('STORE_UNAVAILABLE', said, { hint, details }), PLACES)).toEqual({
    code: 'STORE_UNAVAILABLE',
    message: 'The store does not answer (refused)',
  });
  const full = new FramefarmError('DISK_FULL', 's3://our-bucket/farm/: QuotaExceeded', { hint: 'Raise its quota.' });
  expect(toldFailure(full, PLACES)).toEqual({ code: 'DISK_FULL', message: 'the store: QuotaExceeded' });
});

it('a failed step tells the hint of the fault itself where it says more than the catalogue', () => {
  const message = 'the uploaded composition cmp_1 is no longer kept';
  const hint = 'Upload the project again and submit a new render.';
  expect(toldFailure(new FramefarmError('COMPOSITION_NOT_FOUND', message, { hint }), PLACES)).toMatchObject({ hint });
  expect(toldFailure(new FramefarmError('COMPOSITION_NOT_FOUND', message), PLACES)).not.toHaveProperty('hint');
});
