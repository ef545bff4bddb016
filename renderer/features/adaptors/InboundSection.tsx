import {
  type AdaptorOf,
  diallerSettings,
  WHATSAPP_ADDRESS,
  whatsAppSettings,
} from '#shared/contract/adaptors.ts'
import { WayFrame, WithAdaptors } from './form-parts.tsx'
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
const DIALLER_ITEMS: readonly WayItem<Dialler['settings']>[] = [
  { field: 'address', label: TEXT.diallerAddress },
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
                empty={{ address: '' }}
              />
            </WayFrame>
          </>
        )
      }}
    </WithAdaptors>
  )
}
