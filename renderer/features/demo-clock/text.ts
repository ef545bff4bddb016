import type { DemoScene, DemoSpeed } from '#shared/domain/demo-clock.ts'

/** The sentence is document 4 §3.2's. */
export const TEXT = {
  faster: (speed: DemoSpeed) => `Demo at ×${speed}: rates per hour are higher than in life`,
  speed: 'Speed of the demo',
  speeds: { 0: 'Paused', 1: '×1', 5: '×5', 20: '×20' } satisfies Record<DemoSpeed, string>,
  paused: 'Paused: the demo’s people stand still.',
  playing: (people: number) =>
    people === 1 ? '1 simulated person is at work.' : `${people} simulated people are at work.`,
  real: (real: number) =>
    real === 1
      ? '1 person is really there and isn’t moved.'
      : `${real} people are really there and aren’t moved.`,
  step: (time: string) => `Last step at ${time}`,
  never: 'No step yet: it begins within a minute.',
  scene: 'Scene',
  choose: 'Choose a scene',
  setOff: 'Set off',
  end: 'End scene',
  on: (name: string, by: string, until: string) => `${name}, set off by ${by}, ends at ${until}`,
  scenes: {
    DIALLER_OUTAGE: 'Dialler outage',
    RAIL_STRIKE: 'Rail strike',
    QUOTA_FILLS: 'A quota fills',
    APPOINTMENTS_AT_RISK: 'Appointments at risk',
    BUSY_EVENING: 'Busy evening',
  } satisfies Record<DemoScene, string>,
  what: {
    DIALLER_OUTAGE: 'The dialler stops: those on shift raise tickets and can’t go on.',
    RAIL_STRIKE: 'Whoever comes to an office is 20 to 60 minutes late.',
    QUOTA_FILLS: 'The last interviews of one cell are done.',
    APPOINTMENTS_AT_RISK: 'Three appointments become due with nobody there.',
    BUSY_EVENING: 'All slots of the coming evenings are taken.',
  } satisfies Record<DemoScene, string>,
  loading: 'Reading the demo’s clock',
  failed: 'The demo’s clock could not be read.',
} as const
