import type { ToolCredentials } from '#shared/host/credentials.ts'
import { allowsHost } from '../../config/deployment.ts'
import type { GetDeployment } from '../../config/find-deployment.ts'
import type { HostSystem } from '../../platform/host-system.ts'
import { HostFailure } from '../host-failure.ts'
import type { Report } from '../log.ts'
import type { Scheduler } from '../scheduler.ts'
import { attempted, onlyOnWindows } from '../win32/attempted.ts'
import type { CredentialStore } from '../win32/credential-store.ts'
import { windowsProgram } from '../win32/windows-programs.ts'

const WHAT = 'The remote desktop'

/** By then mstsc has read its file and the store, even if the person is slow to accept a warning. */
const CREDENTIAL_LIFE_MS = 120_000

export interface CloudDesktopParts {
  readonly deployment: GetDeployment
  readonly system: Pick<HostSystem, 'platform' | 'env' | 'launch'>
  readonly store: CredentialStore
  readonly scheduler: Scheduler
  readonly report: Report
  /** Writes a file that only this person can read, and answers its path. */
  readonly writeTemporary: (text: string) => string
  readonly removeTemporary: (file: string) => void
}

export interface CloudDesktopRequest extends ToolCredentials {
  /** A host, with or without a port. */
  readonly address: string
}

/**
 * Opens a remote desktop with mstsc (spec 1 §3): a temporary .rdp file without a password, and the password
 * in the credential store. Both are removed when mstsc has ended, or after two minutes.
 */
export class CloudDesktop {
  readonly #parts: CloudDesktopParts

  constructor(parts: CloudDesktopParts) {
    this.#parts = parts
  }

  /** Throws `HostFailure`: `denied` for a host that the configuration doesn't allow. */
  start(request: CloudDesktopRequest): Promise<void> {
    const { deployment, system } = this.#parts
    return attempted(WHAT, async () => {
      onlyOnWindows(system.platform, WHAT)
      const host = hostOf(request.address)
      if (!allowsHost(deployment().remoteDesktopHosts, host)) {
        throw new HostFailure('denied', 'This address is not one of your company. Please contact support.')
      }
      await this.#open(request, `TERMSRV/${host}`)
    })
  }

  async #open(request: CloudDesktopRequest, target: string): Promise<void> {
    const { system, store, scheduler, writeTemporary } = this.#parts
    await store.write(target, request)
    let file: string | null = null
    const clean = once(() => this.#clean(target, file))
    try {
      file = writeTemporary(rdpFile(request))
      await system.launch(windowsProgram(system.env, 'mstsc.exe'), [file], { onEnd: clean })
      scheduler.after(CREDENTIAL_LIFE_MS, clean)
    } catch (error) {
      clean()
      throw error
    }
  }

  #clean(target: string, file: string | null): void {
    const { store, report, removeTemporary } = this.#parts
    store
      .remove(target)
      .catch((error: unknown) => report('could not remove a credential from the store', error))
    try {
      if (file !== null) removeTemporary(file)
    } catch (error) {
      report('could not remove a temporary file', error)
    }
  }
}

function hostOf(address: string): string {
  return address.replace(/:\d+$/, '')
}

function once(action: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    action()
  }
}

/** The file for mstsc. Nothing of this machine is shared with the session. */
export function rdpFile({ address, userName }: Omit<CloudDesktopRequest, 'password'>): string {
  return [
    `full address:s:${address}`,
    `username:s:${userName}`,
    'prompt for credentials:i:0',
    'authentication level:i:2',
    'enablecredsspsupport:i:1',
    'redirectdrives:i:0',
    'redirectprinters:i:0',
    'redirectclipboard:i:1',
    'audiocapturemode:i:1',
    'audiomode:i:0',
    'screen mode id:i:2',
    'use multimon:i:0',
    '',
  ].join('\r\n')
}
