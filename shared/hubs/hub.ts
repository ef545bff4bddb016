import type * as z from 'zod/mini'

/** Arguments of a hub method or event, in order. */
export type HubArguments = z.ZodMiniTuple

export interface HubMethod<
  Args extends HubArguments = HubArguments,
  Result extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly args: Args
  /** The answer to an invocation; `z.void()` for none. */
  readonly result: Result
}

/**
 * Why a server that is taken down ends its connections: a client comes back at once, and to another server, without a
 * word to its person.
 */
export const SERVER_STOPS = 'The server stops.'

/**
 * One SignalR hub, declared once: what clients invoke and what they receive, in the spec's spelling. The
 * typed client and the server's dispatcher are derived from it.
 */
export interface Hub<
  Methods extends Record<string, HubMethod> = Record<string, HubMethod>,
  Events extends Record<string, HubArguments> = Record<string, HubArguments>,
> {
  readonly path: `/api/hubs/${string}`
  /** `token`: the hub token of `request-hub-token` is needed. `none`: anybody may connect. */
  readonly auth: 'token' | 'none'
  /** Milliseconds from a close until each next attempt; those of spec 1 §9 where absent. */
  readonly reconnectMs?: number
  readonly methods: Methods
  readonly events: Events
  readonly spec: string
}

/* @__NO_SIDE_EFFECTS__ */
export function hub<Methods extends Record<string, HubMethod>, Events extends Record<string, HubArguments>>(
  declaration: Hub<Methods, Events>,
): Hub<Methods, Events> {
  return declaration
}

export type MethodName<H extends Hub> = keyof H['methods'] & string
export type EventName<H extends Hub> = keyof H['events'] & string
export type MethodArgs<H extends Hub, N extends MethodName<H>> = z.input<H['methods'][N]['args']>
export type MethodResult<H extends Hub, N extends MethodName<H>> = z.output<H['methods'][N]['result']>
export type EventArgs<H extends Hub, N extends EventName<H>> = z.output<H['events'][N]>
