import { type AdaptorOf, smsSettings } from '#shared/contract/adaptors.ts'
import { WayFrame, WithAdaptors } from './form-parts.tsx'
import { SMS_TEXT as TEXT } from './sms-text.ts'
import { WayForm, type WayItem } from './WayForm.tsx'

type Sms = AdaptorOf<'SMS'>

const ITEMS: readonly WayItem<Sms['settings']>[] = [
  { field: 'address', label: TEXT.address, wrong: TEXT.addressWrong, type: 'url' },
  {
    ...{ field: 'sender', label: TEXT.sender, hint: TEXT.senderHint, wrong: TEXT.senderWrong },
    ...{ type: 'words', maxLength: 11 },
  },
  { secret: 'key', label: TEXT.key, need: 'always' },
  { secret: 'secret', label: TEXT.secret, hint: TEXT.secretHint, need: 'never' },
  { field: 'costPart', label: TEXT.cost, hint: TEXT.costHint, wrong: TEXT.costWrong, type: 'number' },
  { field: 'receipts', label: TEXT.receipts, type: 'check' },
]

/** How SMS leave, and what comes of them (spec 5 §5.3). */
export function SmsSection() {
  return (
    <WithAdaptors>
      {(all) => {
        const adaptor = all.find((one): one is Sms => one.kind === 'SMS')
        return (
          <WayFrame
            {...{ name: TEXT.name, adaptor, callback: TEXT.callback, how: TEXT.how }}
            path="/api/inbound/sms"
            lead={adaptor ? TEXT.lead : TEXT.notYet}
          >
            <WayForm
              key={adaptor?.version ?? 0}
              {...{ kind: 'SMS', name: TEXT.name, adaptor, schema: smsSettings, items: ITEMS }}
              empty={{ address: '', sender: '', receipts: true, costPart: null }}
              testTo={{ hint: TEXT.testHint, isNeeded: true }}
            />
          </WayFrame>
        )
      }}
    </WithAdaptors>
  )
}
