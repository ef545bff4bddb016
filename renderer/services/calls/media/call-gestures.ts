import { createStore, type StoreApi } from 'zustand/vanilla'
import { CALL_REACTION_MS, type CallReaction } from '#shared/domain/calls.ts'
import type { CallHostRequest } from '#shared/hubs/call-room.ts'
import type { CallSeat } from '#shared/hubs/call-signal.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import type { Timers } from '../../../ui/timers.ts'
import type { HubClient } from '../../hubs/hub-client.ts'
import type { CallMedia } from './call-media.ts'

/** A hand that is up. */
export interface RaisedHand {
  readonly seat: string
  readonly name: string
  readonly isOwn: boolean
}

export interface CallGesturesState {
  /** Whether this window's person hosts the call, and may ask the others. */
  readonly isHost: boolean
  /** Seats of those who do. */
  readonly hosts: ReadonlySet<string>
  /** Hands that are up, the first raised first. */
  readonly hands: readonly RaisedHand[]
  /** What somebody says without words at the moment, by their seat. */
  readonly reactions: ReadonlyMap<string, CallReaction>
  /** Who muted this window, until it is unmuted; null for nobody. */
  readonly mutedBy: string | null
}

export interface CallGesturesParts {
  readonly meetingID: number
  readonly hub: Pick<HubClient<typeof mainHub>, 'invoke' | 'on'>
  readonly media: Pick<CallMedia, 'seat' | 'mute' | 'store'>
  readonly timers: Timers
  /** Tells the person why something was refused. */
  readonly tell: (message: string) => void
}

const NONE: CallGesturesState = {
  ...{ isHost: false, hosts: new Set(), hands: [], reactions: new Map(), mutedBy: null },
}

/** Hands, reactions and the host's requests of one window's call. Framework-free. */
export class CallGestures {
  readonly store: StoreApi<CallGesturesState> = createStore(() => NONE)
  readonly #parts: CallGesturesParts
  #ends: (() => void)[] = []
  readonly #fading = new Map<string, () => void>()

  constructor(parts: CallGesturesParts) {
    this.#parts = parts
  }

  start(): void {
    const { hub, media, meetingID } = this.#parts
    this.#ends = [
      hub.on('callSeats', (told) => {
        if (told.meetingID === meetingID) this.#follow(told.seats)
      }),
      hub.on('callReaction', (seat, reaction) => this.#show(seat, reaction)),
      hub.on('callMuteAsked', (seat, name) => {
        if (seat !== media.seat || media.store.getState().isMuted) return
        media.mute(true)
        this.store.setState({ mutedBy: name })
      }),
      media.store.subscribe(({ isMuted }) => {
        if (!isMuted && this.store.getState().mutedBy !== null) this.store.setState({ mutedBy: null })
      }),
    ]
  }

  stop(): void {
    for (const end of [...this.#ends, ...this.#fading.values()]) end()
    this.#ends = []
    this.#fading.clear()
  }

  /** The own hand, up or down. */
  raise(isUp: boolean): Promise<void> {
    return this.#try(this.#parts.hub.invoke('raiseCallHand', this.#parts.media.seat, isUp))
  }

  react(reaction: CallReaction): Promise<void> {
    return this.#try(this.#parts.hub.invoke('sendCallReaction', this.#parts.media.seat, reaction))
  }

  /** What a host may: asks one or all to mute, or lowers a hand. */
  ask(request: CallHostRequest): Promise<void> {
    return this.#try(this.#parts.hub.invoke('askInCall', this.#parts.media.seat, request))
  }

  async #try(asked: Promise<void>): Promise<void> {
    try {
      await asked
    } catch (error) {
      this.#parts.tell(error instanceof Error ? error.message : String(error))
    }
  }

  #follow(seats: readonly CallSeat[]): void {
    const own = this.#parts.media.seat
    const raised = seats.flatMap(({ seat, name, raisedAt }) =>
      raisedAt === null ? [] : [{ seat, name, raisedAt }],
    )
    this.store.setState({
      isHost: seats.some(({ seat, isHost }) => isHost && seat === own),
      hosts: new Set(seats.flatMap(({ seat, isHost }) => (isHost ? [seat] : []))),
      hands: raised
        .toSorted((one, other) => one.raisedAt - other.raisedAt || one.seat.localeCompare(other.seat))
        .map(({ seat, name }) => ({ seat, name, isOwn: seat === own })),
    })
  }

  #show(seat: string, reaction: CallReaction): void {
    this.#fading.get(seat)?.()
    this.#set(seat, reaction)
    const end = this.#parts.timers.after(CALL_REACTION_MS, () => {
      this.#fading.delete(seat)
      this.#set(seat, null)
    })
    this.#fading.set(seat, end)
  }

  #set(seat: string, reaction: CallReaction | null): void {
    const reactions = new Map(this.store.getState().reactions)
    if (reaction) reactions.set(seat, reaction)
    else reactions.delete(seat)
    this.store.setState({ reactions })
  }
}
