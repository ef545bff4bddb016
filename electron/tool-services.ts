/** Makes the VPN and the tools from the deployment's signed configuration. */

import { toolCommands } from './commands/tools.ts'
import { vpnCommands } from './commands/vpn.ts'
import type { Deployment } from './config/deployment.ts'
import type { GetDeployment } from './config/find-deployment.ts'
import type { HostSystem } from './platform/host-system.ts'
import type { Report } from './services/log.ts'
import type { PollTurns } from './services/poll-turns.ts'
import { CloudDesktop } from './services/remote/cloud-desktop.ts'
import { openRemoteAssist } from './services/remote/remote-assist.ts'
import type { Scheduler } from './services/scheduler.ts'
import { removeTemporary, writeTemporary } from './services/temporary-file.ts'
import { ToolsService } from './services/tools/tools-service.ts'
import { clientVpn } from './services/vpn/client-vpn.ts'
import { rasVpn } from './services/vpn/ras-vpn.ts'
import type { Vpn } from './services/vpn/vpn.ts'
import { VpnService } from './services/vpn/vpn-service.ts'
import { onlyOnWindows } from './services/win32/attempted.ts'
import { type CredentialStore, windowsCredentialStore } from './services/win32/credential-store.ts'

interface ToolServiceParts {
  readonly system: HostSystem
  readonly deployment: GetDeployment
  readonly scheduler: Scheduler
  readonly turns: PollTurns
  readonly report: Report
  readonly onVpnChange: () => void
}

type BuildParts = ToolServiceParts & { readonly credentialStore: CredentialStore }

/** The handlers of everything that a deployment configures. */
export function deployedCommands(parts: ToolServiceParts) {
  const { system, deployment, scheduler, turns } = parts
  const built = { ...parts, credentialStore: windowsCredentialStore(system.windows) }
  return {
    ...vpnCommands(new VpnService({ vpn: vpnOf(built), scheduler, turns, onChange: parts.onVpnChange })),
    ...toolCommands({
      tools: new ToolsService(deployment, { ...handoverOf(built), system, after: scheduler.after }),
      cloudDesktop: cloudDesktopOf(built),
      openRemoteAssist: () => openRemoteAssist(deployment().remoteAssist, system),
    }),
  }
}

function handoverOf({ system, credentialStore, report }: BuildParts) {
  return { store: system.platform === 'win32' ? credentialStore : null, report }
}

/** The configured VPN, made when it is first needed. */
function vpnOf(parts: BuildParts): () => Vpn | null {
  const { system, deployment, report } = parts
  const make = (program: NonNullable<Deployment['vpn']>): Vpn => {
    if (program.kind === 'client') return clientVpn(program, system, handoverOf(parts))
    onlyOnWindows(system.platform, 'This VPN')
    return rasVpn(program, system, report)
  }
  let made: Vpn | null = null
  return () => {
    const program = deployment().vpn
    if (program) made ??= make(program)
    return made
  }
}

function cloudDesktopOf({
  system,
  deployment,
  scheduler,
  report,
  credentialStore,
}: BuildParts): CloudDesktop {
  return new CloudDesktop({
    deployment,
    system,
    store: credentialStore,
    scheduler,
    report,
    writeTemporary: (text) => writeTemporary(system.temporaryFolder, '.rdp', text),
    removeTemporary,
  })
}
