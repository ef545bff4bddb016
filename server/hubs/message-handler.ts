import type { Hub } from '#shared/hubs/hub.ts'
import { invokeMethod, type Outcome } from './invoke.ts'
import type { HubLog } from './log.ts'
import { OutgoingFrame } from './protocol/frame.ts'
import type { IncomingMessage, OutgoingMessage } from './protocol/hub-protocol.ts'
import type { SerialQueue } from './serial-queue.ts'
import type { ServedHub } from './served-hub.ts'
import type { HubConnection } from './types.ts'

const STREAMS_REFUSED: Outcome = { error: 'This server does not stream.' }
const TOO_MANY = 'Too many invocations are waiting.'

type Invocation = Extract<IncomingMessage, { type: 'invocation' }>

interface MessageHandlerOptions {
  readonly served: ServedHub
  readonly facade: HubConnection<Hub>
  /** The queue in which methods wait. */
  readonly queue: SerialQueue
  readonly maxInvocationsInFlight: number
  readonly log: HubLog
  readonly write: (frame: OutgoingFrame) => void
  /** Ends the connection with an error. */
  readonly giveUp: (error: string) => void
  readonly clientCloses: () => void
}

/** Carries out one client's messages, and answers them. */
export class MessageHandler {
  readonly #options: MessageHandlerOptions
  /** Ids of waiting or running invocations that want an answer. */
  readonly #inFlight = new Set<string>()
  /** Number of waiting or running invocations, with or without an answer. */
  #invocations = 0

  constructor(options: MessageHandlerOptions) {
    this.#options = options
  }

  handle(message: IncomingMessage): void {
    switch (message.type) {
      case 'invocation':
        this.#accept(message)
        break
      case 'streamInvocation':
      case 'streamItem':
        this.#answer(message.invocationID, STREAMS_REFUSED)
        break
      case 'cancelInvocation':
        // Only a stream can be cancelled; an invocation's answer is on its way.
        if (!this.#inFlight.has(message.invocationID)) this.#answer(message.invocationID, STREAMS_REFUSED)
        break
      case 'close':
        this.#options.clientCloses()
        break
      case 'completion':
      case 'ping':
      case 'unknown':
        break
    }
  }

  #accept(invocation: Invocation): void {
    const { invocationID, streams } = invocation
    if (streams) {
      this.#answer(invocationID, STREAMS_REFUSED)
    } else if (this.#invocations >= this.#options.maxInvocationsInFlight) {
      // A client isn't told of a lost message that wants no answer, so the connection ends.
      if (invocationID === null) this.#options.giveUp(TOO_MANY)
      else this.#answer(invocationID, { error: TOO_MANY })
    } else {
      this.#invocations++
      if (invocationID !== null) this.#inFlight.add(invocationID)
      this.#options.queue.push(() => this.#run(invocation))
    }
  }

  async #run(invocation: Invocation): Promise<void> {
    const { served, facade, log } = this.#options
    const outcome = await invokeMethod(served, facade, invocation, log)
    this.#invocations--
    if (invocation.invocationID !== null) this.#inFlight.delete(invocation.invocationID)
    this.#answer(invocation.invocationID, outcome)
  }

  #answer(invocationID: string | null, outcome: Outcome): void {
    if (invocationID !== null) this.#options.write(new OutgoingFrame(toCompletion(invocationID, outcome)))
    else if ('error' in outcome) this.#options.log('warn', 'hub invocation failed', { error: outcome.error })
  }
}

function toCompletion(invocationID: string, outcome: Outcome): OutgoingMessage {
  return 'error' in outcome
    ? { type: 'failure', invocationID, error: outcome.error }
    : { type: 'result', invocationID, result: outcome.result }
}
