import type { EventArgs, EventName, Hub } from '#shared/hubs/hub.ts'
import type { HubClient } from './hub-client.ts'

/** What happens with each event of a hub: every one of them, or it doesn't compile. */
export type HubEffects<H extends Hub> = {
  readonly [N in EventName<H>]: (...args: EventArgs<H, N>) => void
}

/** Binds events to their effects; returns what unbinds them. */
export function bindEffects<H extends Hub>(
  hub: Pick<HubClient<H>, 'on'>,
  effects: Partial<HubEffects<H>>,
): () => void {
  const names = Object.keys(effects) as EventName<H>[]
  const offs = names.map((name) => hub.on(name, (...args) => effects[name]?.(...args)))
  return () => {
    for (const off of offs) off()
  }
}
