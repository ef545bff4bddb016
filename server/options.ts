import type { Writable } from 'node:stream'
import type { PermissionTable } from '#shared/domain/permission-numbers.ts'
import type { ActivityRules } from './activity/activity-rules.ts'
import type { PasswordCost } from './auth/passwords.ts'
import type { RequestLimits } from './auth/request-limiter.ts'
import type { SignInLimits } from './auth/sign-in-limiter.ts'
import type { BackupPlan } from './backup/backup-services.ts'
import type { ShipperParts } from './backup/log-shipper.ts'
import type { MakeEngine } from './calls/call-way.ts'
import type { ChatAssistant } from './chat/assistant/chat-assistant.ts'
import type { GifProvider } from './chat/gifs/gif-provider.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'
import type { DemoSize } from './demo/demo-size.ts'
import type { FileStore } from './files/file-store.ts'
import type { LogLevel } from './http/logging.ts'
import type { Certificate } from './http/tls.ts'
import type { Deliver } from './mail/transport.ts'
import type { ShowMessage } from './messages/message-route.ts'
import type { OtherRelay } from './relay/call-relay.ts'
import type { FindMailServers } from './research/mail-servers.ts'
import type { Schedule } from './schedule.ts'

export interface ServerOptions {
  /** The database's file, or `:memory:`. */
  readonly databaseFile: string
  /**
   * `postgres://user:password@host:port/database`, where everything is kept there; secrets and files stay beside
   * `databaseFile`.
   */
  readonly databaseUrl?: string | null
  /**
   * `redis://…`: hints between servers go that way; by default by the PostgreSQL of `databaseUrl`. Nothing without
   * that: a server on a file is the only one.
   */
  readonly backplaneUrl?: string | null
  /** An open database in place of that, whose statements tests see. */
  readonly database?: Database
  /** Fills an empty database with the demo company. */
  readonly seed: boolean
  /** How much of it: all that goes on living, or what stands still, which is the default. */
  readonly demoSize?: DemoSize
  /** Names the build that is served (`update.json`), asked for each time. */
  readonly build: string | (() => string)
  readonly clock?: Clock
  /** How what is due later is waited for; by the process's timers by default. */
  readonly schedule?: Schedule
  /** Who may read figures at the server's own address, and where they are served without a token; null for neither. */
  readonly metrics?: {
    readonly token: string | null
    readonly address: { readonly host: string; readonly port: number } | null
  } | null
  /** Room on the disk of a folder, in bytes. */
  readonly freeBytes?: (folder: string) => Promise<number>
  /** Where scheduled backups go, and how they are taken; without it there are none. */
  readonly backups?: BackupPlan | null
  /** Where what is written is shipped all the time; null for nowhere. */
  readonly shipping?: Pick<ShipperParts, 'to' | 'key' | 'copyBase'> | null
  /** The certificate that it serves, and where plain HTTP is redirected, if anywhere; without it plain HTTP is served. */
  readonly tls?: { readonly certificate: Certificate; readonly redirectPort: number | null } | null
  readonly logLevel?: LogLevel
  readonly logStream?: Writable
  /** Folder of the built renderer; without one there is only the API. */
  readonly staticFolder?: string | null
  readonly signInLimits?: SignInLimits
  readonly mailLimits?: RequestLimits
  /** What the seed's passwords cost, and checking one against nobody: it must cost as much. */
  readonly passwordCost?: PasswordCost
  /** Origins of pages from elsewhere that may call; the desktop client's by default. */
  readonly desktopOrigins?: readonly string[]
  /** Where people reach the server, as links in mails say it; see auth/link-origin.ts. */
  readonly publicOrigin?: string | null
  readonly trustedHosts?: readonly string[]
  /** Addresses and ranges of proxies, beside those that set-up asked for (server/sender.ts). */
  readonly trustedProxies?: readonly string[]
  /** A deployment's own numbers of permissions in tokens. */
  readonly permissionNumbers?: PermissionTable
  /** What a deployment decides of every activity. */
  readonly activityRules?: ActivityRules
  /** Folder of the deployment's own widgets; those bundled are there anyhow. */
  readonly widgetFolder?: string | null
  /** Folder of the files of messages; without one they are gone with the process. */
  readonly filesFolder?: string | null
  /** Where those files are instead, as several servers share them. */
  readonly files?: FileStore
  /** Where the signed roots of the audit's days are written, beside the database; see docs/audit.md. */
  readonly auditRootsFile?: string | null
  /** What rewords and suggests; without it those calls aren't there. */
  readonly assistant?: ChatAssistant | null
  /** Where GIFs come from; the few that come with the server by default. */
  readonly gifs?: GifProvider
  /** Takes mails where no SMTP adaptor is switched on; without it they wait in their queue. */
  readonly deliverMail?: Deliver
  /** The same, but only for the demo company: nobody else's mails are shown. */
  readonly showDemoMail?: Deliver
  /** A TURN server of the company's own for calls; this server relays itself where it is absent. */
  readonly otherRelay?: OtherRelay | null
  /**
   * The media engine of calls of more than two, told where it writes of its troubles; without one they go directly, and
   * are small.
   */
  readonly mediaEngine?: ((onTrouble: (what: string) => void) => MakeEngine) | null
  /** By which licence files are checked: the vendor's public key (Ed25519), as PEM. */
  readonly licenceKey?: string | null
  /** Takes SMS, WhatsApp and push messages; for tests. */
  readonly showMessage?: ShowMessage
  /** The same, but only for the demo company: nobody else's messages are shown. */
  readonly showDemoMessage?: ShowMessage
  /** Addresses and ranges of private networks that webhooks may go to. */
  readonly webhookNetworks?: readonly string[]
  /** How long a webhook's answer is waited for, in ms; for tests. */
  readonly webhookAnswerMs?: number
  /** How names of webhooks are resolved; by the system by default. */
  readonly resolveName?: (host: string) => Promise<readonly string[]>
  /** Whether a domain takes mail; by the system's name servers by default. */
  readonly findMailServers?: FindMailServers
  /** Certificates that mail servers and webhooks are trusted by instead of the system's, as PEM; for tests. */
  readonly mailCertificates?: string
}
