const DIALLER = { title: 'Dialler is down', severity: 'CRITICAL', message: 'Nobody can dial.' }

/** Good requests where one flag stands, of id 1. */
export const FLAG_REQUESTS: Record<string, unknown> = {
  'systemFlags.listFlags': {},
  'systemFlags.getFlag': { id: 1 },
  'systemFlags.raiseFlag': DIALLER,
  'systemFlags.acknowledgeFlag': { id: 1, version: 1 },
  'systemFlags.clearFlag': { id: 1, version: 1 },
}
