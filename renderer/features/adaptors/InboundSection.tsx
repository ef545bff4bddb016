import { NativeSelect, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  type AdaptorOf,
  DIALLER_SIGN_INS,
  type DiallerSettings,
  diallerSettings,
  WHATSAPP_ADDRESS,
  whatsAppSettings,
} from '#shared/contract/adaptors.ts'
import { WayFrame, WithAdaptors } from './form-parts.tsx'
import { Outcomes } from './Outcomes.tsx'
import { WayForm, type WayItem } from './WayForm.tsx'
import { INBOUND_TEXT as TEXT } from './webhook-text.ts'

type WhatsApp = AdaptorOf<'WHATSAPP'>
type Dialler = AdaptorOf<'DIALLER'>

const WHATSAPP_ITEMS: readonly WayItem<WhatsApp['settings']>[] = [
  { field: 'phoneNumberID', label: TEXT.phoneNumberID, wrong: TEXT.phoneWrong },
  { secret: 'appSecret', label: TEXT.appSecret, need: 'always' },
  { secret: 'verifyToken', label: TEXT.verifyToken, need: 'enabled' },
  // Without an access token it only takes what comes in.
  { secret: 'accessToken', label: TEXT.accessToken, hint: TEXT.accessTokenHint, need: 'never' },
  { field: 'template', label: TEXT.template, hint: TEXT.templateHint, wrong: TEXT.templateWrong },
  { field: 'templateLanguage', label: TEXT.templateLanguage, wrong: TEXT.languageWrong },
  { field: 'address', label: TEXT.sendAddress, wrong: TEXT.addressWrong, type: 'url' },
]
const DIALLER_ITEMS: readonly WayItem<DiallerSettings>[] = [
  { field: 'address', label: TEXT.diallerAddress, wrong: TEXT.diallerAddressWrong },
  { secret: 'secret', label: TEXT.secret, need: 'always' },
]

/** What WhatsApp and the dialler send in, and messages by WhatsApp (spec 5 §5.3). */
export function InboundSection() {
  return (
    <WithAdaptors>
      {(all) => {
        const whatsApp = all.find((one): one is WhatsApp => one.kind === 'WHATSAPP')
        const dialler = all.find((one): one is Dialler => one.kind === 'DIALLER')
        return (
          <>
            <WayFrame
              {...{ name: TEXT.whatsApp, adaptor: whatsApp, callback: TEXT.callback, how: TEXT.whatsAppHow }}
              path="/api/inbound/whatsapp"
              lead={whatsApp ? TEXT.lead : TEXT.notYet}
            >
              <WayForm
                key={whatsApp?.version ?? 0}
                {...{ kind: 'WHATSAPP', name: TEXT.whatsApp, adaptor: whatsApp, schema: whatsAppSettings }}
                items={WHATSAPP_ITEMS}
                empty={{
                  ...{ phoneNumberID: '', address: WHATSAPP_ADDRESS, template: '' },
                  templateLanguage: 'en_GB',
                }}
                testTo={{ hint: TEXT.testHint, isNeeded: false }}
              />
            </WayFrame>
            <WayFrame
              {...{ name: TEXT.dialler, adaptor: dialler, callback: TEXT.callback, how: TEXT.diallerHow }}
              path="/api/inbound/dialler"
              lead={dialler ? TEXT.lead : TEXT.notYet}
            >
              <WayForm
                key={dialler?.version ?? 0}
                {...{ kind: 'DIALLER', name: TEXT.dialler, adaptor: dialler, schema: diallerSettings }}
                items={DIALLER_ITEMS}
                empty={{ address: '', signIn: 'PASSWORD', agents: [], outcomes: [] }}
                more={(settings, set, isChecked) => <DiallerMeaning {...{ settings, set, isChecked }} />}
              />
            </WayFrame>
          </>
        )
      }}
    </WithAdaptors>
  )
}

const isSignIn = (text: string): text is DiallerSettings['signIn'] =>
  (DIALLER_SIGN_INS as readonly string[]).includes(text)

const asLines = (agents: DiallerSettings['agents']) =>
  agents.map(({ agent, userName }) => `${agent} = ${userName}`).join('\n')

/** One a line, as 'agent = user name'; a line without both is left as it is, so that the form says it is wrong. */
const agentsIn = (text: string): DiallerSettings['agents'] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.lastIndexOf('=')
      return { agent: line.slice(0, Math.max(at, 0)).trim(), userName: line.slice(at + 1).trim() }
    })

/** What is wrong with the agents, in words; null where nothing is. */
function agentsFault(agents: DiallerSettings['agents']): string | null {
  const seen = new Set<string>()
  for (const { agent, userName } of agents) {
    if (agent === '' || userName === '') return TEXT.agentLine
    if (seen.has(agent.toLowerCase())) return TEXT.agentTwice(agent)
    seen.add(agent.toLowerCase())
  }
  return null
}

interface MeaningProps {
  readonly settings: DiallerSettings
  readonly set: (part: Partial<DiallerSettings>) => void
  readonly isChecked: boolean
}

/** How people sign in to the dialler, and whom and what its deliveries mean. */
function DiallerMeaning({ settings: { signIn, agents, outcomes }, set, isChecked }: MeaningProps) {
  const [typed, setTyped] = useState(() => asLines(agents))
  return (
    <>
      <NativeSelect
        label={TEXT.signIn}
        description={TEXT.signInHints[signIn]}
        value={signIn}
        data={DIALLER_SIGN_INS.map((value) => ({ value, label: TEXT.signIns[value] }))}
        onChange={({ currentTarget: { value } }) => isSignIn(value) && set({ signIn: value })}
      />
      <Textarea
        autosize
        minRows={2}
        maxRows={10}
        label={TEXT.agents}
        description={TEXT.agentsHint}
        value={typed}
        error={isChecked ? agentsFault(agents) : null}
        spellCheck={false}
        autoCapitalize="none"
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          set({ agents: agentsIn(value) })
        }}
      />
      <Outcomes
        {...{ outcomes, isChecked }}
        unmapped={[]}
        onChange={(changed) => set({ outcomes: changed })}
      />
    </>
  )
}
