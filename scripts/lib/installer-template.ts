import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { installerConfig } from '../../build/installer.ts'

/** electron-builder's namespace for the ids of installers. */
const ID_NAMESPACE = '50e065bc313411e69bab38c9862bdaf3'
const ENGLISH = 1033

/** Plugins of electron-builder's own downloads: no registry has them, so macros of tests/wine stand in. */
const PLUGIN_CALL = /^([ \t]*)(UAC|StdUtils|WinShell|Nsis7z)::(\w+)/gm

/** Options of the command line that the template asks for, under the names of its macros. */
const FLAGS = {
  isUpdated: 'updated',
  isForceRun: 'force-run',
  isKeepShortcuts: 'keep-shortcuts',
  isNoDesktopShortcut: 'no-desktop-shortcut',
  isDeleteAppData: 'delete-app-data',
  isForAllUsers: 'allusers',
  isForCurrentUser: 'currentuser',
}

/** What the options of `nsis` in the configuration are to the template; one that isn't here is refused. */
const OPTIONS: Readonly<Record<string, (value: unknown) => readonly string[]>> = {
  oneClick: (on) => (on === false ? ['INSTALL_MODE_PER_ALL_USERS_REQUIRED'] : ['ONE_CLICK']),
  perMachine: (on) => (on === true ? ['INSTALL_MODE_PER_ALL_USERS'] : []),
  selectPerMachineByDefault: (on) => (on === true ? ['INSTALL_MODE_PER_ALL_USERS_DEFAULT'] : []),
  allowElevation: (on) => (on === false ? [] : ['MULTIUSER_INSTALLMODE_ALLOW_ELEVATION']),
  allowToChangeInstallationDirectory: (on) => (on === true ? ['allowToChangeInstallationDirectory'] : []),
  deleteAppDataOnUninstall: (on) => (on === true ? ['DELETE_APP_DATA_ON_UNINSTALL'] : []),
  differentialPackage: () => [],
  artifactName: () => [],
  include: () => [],
}

/** The registry's name for an installation: a UUID of version 5 of the client's id. */
export function installationId(appId: string): string {
  const hash = createHash('sha1').update(Buffer.from(ID_NAMESPACE, 'hex')).update(appId).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export interface InstallerParts {
  readonly version: string
  /** Of the client, as its manifest says it. */
  readonly description: string
  /** The packed client. */
  readonly archive: string
  /** Of the unpacked client. */
  readonly bytes: number
  readonly uninstaller: string
}

/** What electron-builder 26 defines for the template, for the configuration of `build/installer.ts`; null has no value. */
export function templateDefines({ version, description, archive, bytes, uninstaller }: InstallerParts) {
  const { appId, productName, nsis } = installerConfig('', '')
  const id = installationId(appId)
  const picture = '/usr/share/nsis/Contrib/Graphics/Wizard/nsis3-metro.bmp'
  const chosen = Object.entries(nsis).flatMap(([name, value]) => {
    const option = OPTIONS[name]
    if (!option) throw new Error(`What the installer's option ${name} is to the template isn't known.`)
    return option(value)
  })
  return {
    APP_ID: appId,
    APP_GUID: id,
    UNINSTALL_APP_KEY: id,
    PRODUCT_NAME: productName,
    PRODUCT_FILENAME: productName,
    APP_FILENAME: productName,
    APP_DESCRIPTION: description,
    VERSION: version,
    APP_PACKAGE_NAME: productName.toLowerCase(),
    APP_64: archive,
    APP_64_NAME: path.basename(archive),
    APP_64_UNPACKED_SIZE: String(Math.ceil(bytes / 1024)),
    APP_INSTALLER_STORE_FILE: `${productName.toLowerCase()}-updater\\installer.exe`,
    COMPRESSION_METHOD: '7z',
    COMPRESS: 'auto',
    ESTIMATED_SIZE: String(Math.round(bytes / 1024)),
    MUI_WELCOMEFINISHPAGE_BITMAP: picture,
    MUI_UNWELCOMEFINISHPAGE_BITMAP: picture,
    SHORTCUT_NAME: productName,
    UNINSTALL_DISPLAY_NAME: `${productName} ${version}`,
    UNINSTALLER_OUT_FILE: uninstaller,
    ...Object.fromEntries(chosen.map((name) => [name, null])),
  }
}

/** Copies the template; calls of the plugins become macros of the same names: `StdUtils.GetParentPath`. */
export function copyTemplate(template: string, to: string): void {
  cpSync(template, to, { recursive: true })
  for (const name of globSync('**/*.ns[hi]', { cwd: to })) {
    const file = path.join(to, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(PLUGIN_CALL, '$1!insertmacro $2.$3'))
  }
}

/**
 * The script of an installer: what electron-builder puts before the template's, and that.
 *
 * @param template the copy
 * @param added files that are included before the template
 */
export function templateScript(template: string, added: readonly string[]): string {
  const flags = Object.entries(FLAGS).flatMap(([name, flag]) => [
    `!define ${name} '"" ${name} ""'`,
    `!macro _${name} _a _b _t _f`,
    `  \${StdUtils.TestParameter} $R9 "${flag}"`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: NSIS fills them
    '  StrCmp $R9 "true" `${_t}` `${_f}`',
    '!macroend',
  ])
  return [
    // Debian's LogicLib leaves a label unused.
    '!pragma warning disable 6012',
    `!addincludedir "${path.join(template, 'include')}"`,
    '!include "StdUtils.nsh"',
    ...flags,
    '!macro addLangs',
    '  !insertmacro MUI_LANGUAGE "English"',
    '!macroend',
    ...['messages.yml', 'assistedMessages.yml'].flatMap((file) =>
      englishLines(readFileSync(path.join(template, file), 'utf8')),
    ),
    ...added.map((file) => `!include "${file}"`),
    readFileSync(path.join(template, 'installer.nsi'), 'utf8'),
  ].join('\n')
}

/** The English ones of the template's messages: every message's languages follow its name, a line each. */
function englishLines(messages: string): string[] {
  const found = [...messages.matchAll(/^(\w+):\n {2}en: (.*)$/gm)]
  if (found.length === 0) throw new Error('The template has no messages.')
  return found.map(([, name, text = '']) => {
    const plain = text.startsWith('"') ? text.slice(1, -1) : text
    return `LangString ${name} ${ENGLISH} "${plain.replaceAll('\\n', '$\\r$\\n')}"`
  })
}
