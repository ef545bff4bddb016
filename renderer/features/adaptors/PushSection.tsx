import { type AdaptorOf, PUSH_ADDRESS, pushSettings } from '#shared/contract/adaptors.ts'
import { WayFrame, WithAdaptors } from './form-parts.tsx'
import { PUSH_TEXT as TEXT } from './push-text.ts'
import { WayForm, type WayItem } from './WayForm.tsx'
import { INBOUND_TEXT } from './webhook-text.ts'

type Push = AdaptorOf<'PUSH'>

const ITEMS: readonly WayItem<Push['settings']>[] = [
  { field: 'projectID', label: TEXT.projectID, hint: TEXT.projectHint, wrong: TEXT.projectWrong },
  {
    ...{ secret: 'serviceAccount', label: TEXT.chooseFile, hint: TEXT.fileHint, need: 'always' },
    file: { choose: TEXT.chooseFile, other: TEXT.otherFile, accept: 'application/json,.json' },
  },
  { field: 'address', label: INBOUND_TEXT.sendAddress, wrong: INBOUND_TEXT.addressWrong, type: 'url' },
]

/** How messages reach the app on people's phones (spec 5 §5.2, §5.3). */
export function PushSection() {
  return (
    <WithAdaptors>
      {(all) => {
        const adaptor = all.find((one): one is Push => one.kind === 'PUSH')
        return (
          <WayFrame
            {...{ name: TEXT.name, adaptor, path: null, callback: '', how: TEXT.how }}
            lead={adaptor ? TEXT.lead : TEXT.notYet}
          >
            <WayForm
              key={adaptor?.version ?? 0}
              {...{ kind: 'PUSH', name: TEXT.name, adaptor, schema: pushSettings, items: ITEMS }}
              empty={{ address: PUSH_ADDRESS, projectID: '' }}
            />
          </WayFrame>
        )
      }}
    </WithAdaptors>
  )
}
