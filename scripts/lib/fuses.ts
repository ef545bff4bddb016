import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

type Fuses = Readonly<Record<string, unknown>>

/**
 * Reads the switches in a packaged client's binary and compares them with what was decided.
 *
 * @param expected as build/fuses.ts has them
 * @returns what is wrong, a line each; nothing where all is well
 * @throws where the file is no binary of Electron's
 */
export async function wrongFuses(binary: string, expected: Fuses): Promise<string[]> {
  const wire: Fuses = await getCurrentFuseWire(binary)
  return Object.entries(FuseV1Options).flatMap(([name, place]) => {
    if (typeof place !== 'number') return []
    const wanted = expected[place]
    if (typeof wanted !== 'boolean') return [`${name}: not decided`]
    const state = wire[place]
    return state === (wanted ? FuseState.ENABLE : FuseState.DISABLE)
      ? []
      : [`${name}: should be ${wanted ? 'on' : 'off'}, and is ${worded(state)}`]
  })
}

function worded(state: unknown): string {
  if (state === FuseState.ENABLE) return 'on'
  if (state === FuseState.DISABLE) return 'off'
  return state === FuseState.REMOVED ? 'removed' : 'not there'
}
