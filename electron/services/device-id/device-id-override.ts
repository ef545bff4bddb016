const SWITCH = '--device-id='

export interface OverrideSources {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** A packaged client doesn't accept another id, with which it would sign in as somebody else. */
  readonly packaged: boolean
}

/** The device ID for development and tests: the `--device-id=` argument, else FIELDWORK_DEVICE_ID, else null. */
export function deviceIDOverride({ args, env, packaged }: OverrideSources): string | null {
  if (packaged) return null
  const argument = args.find((candidate) => candidate.startsWith(SWITCH))
  return argument?.slice(SWITCH.length) || env.FIELDWORK_DEVICE_ID || null
}
