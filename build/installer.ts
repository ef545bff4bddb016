import { APP_SCHEME } from '../shared/domain/app-link.ts'

/** Packaged clients are signed by this publisher; without a name there is no installer. */
export function requirePublisher(publisher: string | undefined): string {
  if (!publisher?.trim()) throw new Error('FIELDWORK_PUBLISHER names whose signature the installer bears.')
  return publisher.trim()
}

/**
 * The file that electron-updater reads in the packaged client. Its address is never used: the feed is
 * the deployment's. The publisher must be there, or electron-updater would skip its check.
 */
export function appUpdateFile(publisher: string | undefined): string {
  return [
    'provider: generic',
    'url: https://updates.invalid/',
    'updaterCacheDirName: fieldwork-updater',
    `publisherName: [${JSON.stringify(publisher?.trim() || 'nobody')}]`,
    '',
  ].join('\n')
}

/**
 * electron-builder's configuration for the installer: for one person or for all of a machine, as
 * whoever installs chooses (`/currentuser`, `/allusers`), signed. The scheme of the client's links is registered by
 * `installer.nsh`: electron-builder does nothing with `protocols` on Windows.
 */
export function installerConfig(publisher: string, version: string) {
  return {
    appId: 'example.fieldwork.client',
    productName: 'Fieldwork',
    directories: { output: 'out/installer' },
    forceCodeSigning: true,
    electronVersion: version,
    npmRebuild: false,
    publish: [{ provider: 'generic', url: 'https://updates.invalid/' }],
    protocols: [{ name: 'Fieldwork', schemes: [APP_SCHEME] }],
    win: {
      target: [{ target: 'nsis', arch: ['x64'] }],
      verifyUpdateCodeSignature: true,
      signtoolOptions: { publisherName: [publisher], signingHashAlgorithms: ['sha256'] },
    },
    nsis: {
      oneClick: false,
      perMachine: false,
      selectPerMachineByDefault: false,
      allowElevation: true,
      allowToChangeInstallationDirectory: false,
      deleteAppDataOnUninstall: false,
      differentialPackage: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: electron-builder fills it
      artifactName: 'Fieldwork-Setup-${version}.${ext}',
      include: 'build/installer.nsh',
    },
  } as const
}
