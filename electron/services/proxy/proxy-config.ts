import type { ProxyConfig } from 'electron'
import type { ProxyChoice } from '../../config/policy.ts'

/** The policy's choice for Electron; the same for pages, hubs and updates. */
export function proxyConfig(choice: ProxyChoice): ProxyConfig {
  if (choice.by === 'rules') {
    return { mode: 'fixed_servers', proxyRules: choice.rules, proxyBypassRules: choice.bypass }
  }
  if (choice.by === 'script') return { mode: 'pac_script', pacScript: choice.url }
  return { mode: choice.by === 'nothing' ? 'direct' : 'system' }
}
