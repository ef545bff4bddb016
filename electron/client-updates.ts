/** Makes the client's updates from the deployment's configuration. */
import type { App } from 'electron'
import type { GetDeployment } from './config/find-deployment.ts'
import type { Policy } from './config/policy.ts'
import type { HostSystem } from './platform/host-system.ts'
import type { Report } from './services/log.ts'
import { proxyConfig } from './services/proxy/proxy-config.ts'
import type { Scheduler } from './services/scheduler.ts'
import { checkSignature } from './services/updates/authenticode.ts'
import { FeedSilence } from './services/updates/feed-silence.ts'
import { fetchText, type SignIn } from './services/updates/fetch-text.ts'
import { nsisSource } from './services/updates/nsis-source.ts'
import { type Updater, UpdateService } from './services/updates/update-service.ts'
import { windowsUpdater } from './services/updates/windows-updater.ts'
import type { HostWindows } from './windows/host-windows.ts'

interface ClientUpdateParts {
  readonly app: Pick<App, 'getVersion' | 'isPackaged'>
  readonly system: HostSystem
  readonly deployment: GetDeployment
  readonly policy: Policy
  readonly publicKey: string
  readonly signIn: SignIn
  readonly windows: Pick<HostWindows, 'emitToAll'>
  readonly isInMeeting: () => boolean
  /** The file with the time of the last trusted release. */
  readonly silenceFile: { read(): string | null; write(text: string): void }
  /** The wall clock, in milliseconds since 1970. */
  readonly now: () => number
  readonly scheduler: Scheduler
  readonly report: Report
}

/**
 * Updates for the packaged client on Windows, if the deployment names a feed and the policy allows updates.
 */
export function clientUpdates(parts: ClientUpdateParts): UpdateService {
  const { app, windows, isInMeeting, silenceFile, now, scheduler, report } = parts
  let made: Promise<Updater | null> | null = null
  const service = new UpdateService({
    version: app.getVersion(),
    updater: () => {
      made ??= makeUpdater(parts)
      return made
    },
    isInMeeting,
    onReady: (version) => windows.emitToAll('updateReady', { version }),
    silence: new FeedSilence({ file: silenceFile, now, report }),
    onSilent: (days) => windows.emitToAll('updatesSilent', { days }),
    scheduler,
    report,
  })
  if (app.isPackaged && parts.system.platform === 'win32' && parts.policy.updates) service.watch()
  return service
}

async function makeUpdater(parts: ClientUpdateParts): Promise<Updater | null> {
  const { system, deployment, policy, publicKey, signIn, now, report } = parts
  const { updates } = deployment()
  if (!updates) return null
  const source = await nsisSource({
    feed: updates.feed,
    proxy: proxyConfig(policy.proxy),
    checkSignature: (file) => checkSignature(file, updates.publishers, system),
    signIn,
    report,
  })
  return windowsUpdater({
    updates,
    publicKey,
    system,
    fetchText: (url, limit) => fetchText(url, limit, signIn),
    source,
    now,
  })
}
