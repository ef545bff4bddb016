import type { WindowsInterface } from '../../platform/windows/windows-calls.ts'

export interface Secret {
  readonly userName: string
  readonly password: string
}

/** The system's store of credentials, where other programs look for them. */
export interface CredentialStore {
  /**
   * Stores a credential until it is removed, or the person signs out of Windows. Rejects with
   * `WindowsFailure`.
   */
  write(target: string, secret: Secret): Promise<void>
  /** Removes a credential, if there is one. Rejects with `WindowsFailure`. */
  remove(target: string): Promise<void>
  /** A stored credential; null for none. Rejects with `WindowsFailure`. */
  read(target: string): Promise<Secret | null>
}

/** Windows' Credential Manager. */
export function windowsCredentialStore({ ask }: Pick<WindowsInterface, 'ask'>): CredentialStore {
  return {
    write: async (target, { userName, password }) =>
      void (await ask('writeCredential', { target, userName, password })),
    remove: async (target) => void (await ask('removeCredential', { target })),
    read: (target) => ask('readCredential', { target }),
  }
}
