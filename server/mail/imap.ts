import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isThisMachine } from '#shared/domain/mail.ts'
import { requireNoTurn } from '../db/unit-of-work.ts'
import { tokensOf } from './oauth-token.ts'
import type { SmtpAccess, SmtpTrust } from './smtp.ts'

/** The mailbox that delivery reports come to; its user and password are those that mail is sent with. */
export interface ImapAccess
  extends Pick<
    SmtpAccess,
    'security' | 'user' | 'password' | 'signIn' | 'tokenAddress' | 'clientID' | 'scope'
  > {
  readonly host: string
  readonly port: number
}

const PATIENCE_MS = 30_000
/** No answer is longer: what is asked for is cut by the server. */
const ANSWER_MAX = 8_000_000

/** One untagged answer: its text, with each literal in its place by `{n}`, and the literals. */
export interface ImapAnswer {
  readonly text: string
  readonly literals: readonly string[]
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
const isPrintable = (text: string) => /^[\x20-\x7e]*$/.test(text)

/** Answers as they come: a line ends an answer unless it ends with a literal's length. */
class Answers {
  readonly #socket: Socket
  readonly #waiting: AsyncIterator<Buffer>
  #bytes: Buffer = Buffer.alloc(0)

  constructor(socket: Socket) {
    this.#socket = socket
    this.#waiting = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#waiting.next()
    if (done) throw new Error('The mailbox’s server ended the connection.')
    this.#bytes = Buffer.concat([this.#bytes, value])
    if (this.#bytes.length > ANSWER_MAX) {
      this.#socket.destroy()
      throw new Error('The mailbox’s server answered too much.')
    }
  }

  async #take(length: number): Promise<string> {
    while (this.#bytes.length < length) await this.#more()
    const taken = this.#bytes.toString('latin1', 0, length)
    this.#bytes = this.#bytes.subarray(length)
    return taken
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#bytes.indexOf('\r\n')
      if (end >= 0) return (await this.#take(end + 2)).slice(0, -2)
      await this.#more()
    }
  }

  async next(): Promise<ImapAnswer> {
    const literals: string[] = []
    let text = ''
    for (;;) {
      text += await this.#line()
      const [, length] = /\{(\d+)\}$/.exec(text) ?? []
      if (length === undefined) return { text, literals }
      literals.push(await this.#take(Number(length)))
    }
  }
}

/** A mailbox that is only read (IMAP, RFC 3501): nothing in it is changed, not even what is marked as seen. */
export class Mailbox {
  readonly #socket: Socket
  readonly #answers: Answers
  #tag = 0

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#answers = new Answers(socket)
  }

  /** Connects and signs in. @throws Error in words */
  static async open(access: ImapAccess, { ca }: SmtpTrust = {}): Promise<Mailbox> {
    requireNoTurn()
    const { host, port, security } = access
    const isClear = security === 'NONE'
    if (isClear && !isThisMachine(host))
      throw new Error('Without encryption reports are read from this machine only.')
    const socket = isClear
      ? connectPlain({ host, port })
      : connectTls({ host, port, servername: host, ...(ca !== undefined && { ca }) })
    socket.setTimeout(PATIENCE_MS, () =>
      socket.destroy(new Error(`${host}, port ${port}, did not answer in time.`)),
    )
    try {
      await once(socket, isClear ? 'connect' : 'secureConnect')
      const mailbox = new Mailbox(socket)
      await mailbox.#answers.next()
      await mailbox.#signIn(access)
      return mailbox
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  async #signIn({ user, password, signIn, tokenAddress = '', clientID = '', scope = '' }: ImapAccess) {
    const secret = password ?? ''
    if (signIn === 'OAUTH') {
      const token = await tokensOf({ tokenAddress, clientID, clientSecret: secret, scope })(false)
      const proof = Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64')
      await this.command(`AUTHENTICATE XOAUTH2 ${proof}`)
      return
    }
    // Anything but ASCII goes as a literal of UTF-8.
    if (isPrintable(user) && isPrintable(secret))
      await this.command(`LOGIN ${quoted(user)} ${quoted(secret)}`)
    else await this.command('LOGIN', [user, secret])
  }

  /** Gives the untagged answers of a command. @throws Error with the server's words where it refuses */
  async command(words: string, literals: readonly string[] = []): Promise<ImapAnswer[]> {
    this.#tag += 1
    const tag = `a${this.#tag}`
    const left = [...literals]
    const begin = (text: string) => {
      const next = left[0]
      const length = next === undefined ? '' : ` {${Buffer.byteLength(next)}}`
      this.#socket.write(`${text}${length}\r\n`)
    }
    begin(`${tag} ${words}`)
    const answers: ImapAnswer[] = []
    for (;;) {
      const answer = await this.#answers.next()
      const { text } = answer
      if (text.startsWith('+')) begin(left.shift() ?? '')
      else if (text.startsWith(`${tag} `)) {
        const said = text.slice(tag.length + 1)
        if (/^OK\b/i.test(said)) return answers
        throw new Error(`The mailbox’s server refused: ${said.slice(0, 300)}`)
      } else answers.push(answer)
    }
  }

  close(): void {
    this.#socket.end('z LOGOUT\r\n')
    this.#socket.destroySoon()
  }
}
