import { Button, Textarea } from '@mantine/core'
import {
  IconAddressBook,
  IconAt,
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandX,
  IconDeviceMobile,
  IconHeartHandshake,
  IconHome,
  IconPhone,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { openContactDetails, validateContactDetails } from '#shared/contract/public-pages.ts'
import { Problem } from '../../ui/Problem.tsx'
import { LinkPage } from '../public-links/index.ts'
import { DonePage, LinkScreen, type OpenLink } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { CONTACT_TEXT, PAGE_TEXT } from './text.ts'
import { useSend } from './use-send.ts'

const ICONS = {
  EMAIL: IconAt,
  TELEPHONE: IconPhone,
  ADDRESS: IconHome,
  EMERGENCY_CONTACT: IconHeartHandshake,
  FACEBOOK: IconBrandFacebook,
  TWITTER: IconBrandX,
  INSTAGRAM: IconBrandInstagram,
  LINKEDIN: IconBrandLinkedin,
  MOBILE: IconDeviceMobile,
} as const

/** /public/contact-details/validate/{token} (spec 1 §2.1): somebody confirms their contact details, once. */
export function ContactDetailsScreen() {
  return <LinkScreen call={openContactDetails}>{(link) => <Details {...link} />}</LinkScreen>
}

function Details({
  value: { name, contacts },
  token,
  onDead,
}: OpenLink<ResponseOf<typeof openContactDetails>>) {
  const { busy, problem, setProblem, send } = useSend(validateContactDetails, onDead)
  const [correction, setCorrection] = useState<string | null>(null)
  const [done, setDone] = useState<'right' | 'wrong' | null>(null)

  const confirm = async () => {
    if (await send({ token, isRight: true, correction: '' })) setDone('right')
  }
  const correct = async () => {
    if (correction === null || correction.trim() === '') return setProblem(CONTACT_TEXT.empty)
    if (await send({ token, isRight: false, correction })) setDone('wrong')
  }

  if (done !== null) {
    return (
      <DonePage title={CONTACT_TEXT.doneTitle}>
        <p>
          {done === 'right' ? CONTACT_TEXT.doneRight : CONTACT_TEXT.doneWrong} {PAGE_TEXT.close}
        </p>
      </DonePage>
    )
  }
  return (
    <LinkPage icon={<IconAddressBook size={28} />} title={CONTACT_TEXT.title}>
      <p>{CONTACT_TEXT.lead(name)}</p>
      <dl className={styles.rows}>
        {contacts.map(({ type, value }) => {
          const Icon = ICONS[type]
          return (
            <div key={`${type} ${value}`}>
              <Icon size={20} stroke={1.7} aria-hidden="true" />
              <dt>{CONTACT_TEXT.types[type]}</dt>
              <dd>{value}</dd>
            </div>
          )
        })}
      </dl>
      {correction === null ? null : (
        <Textarea
          autoFocus
          size="md"
          rows={3}
          maxLength={4000}
          label={CONTACT_TEXT.correction}
          description={CONTACT_TEXT.correctionHint}
          value={correction}
          onChange={(event) => setCorrection(event.currentTarget.value)}
        />
      )}
      <Problem>{problem}</Problem>
      {correction === null ? (
        <div className={styles.actions}>
          <Button size="md" variant="default" onClick={() => setCorrection('')}>
            {CONTACT_TEXT.wrong}
          </Button>
          <Button size="md" loading={busy} onClick={() => void confirm()}>
            {CONTACT_TEXT.right}
          </Button>
        </div>
      ) : (
        <div className={styles.actions}>
          <Button
            size="md"
            variant="default"
            onClick={() => {
              setProblem(null)
              setCorrection(null)
            }}
          >
            {CONTACT_TEXT.back}
          </Button>
          <Button size="md" loading={busy} onClick={() => void correct()}>
            {CONTACT_TEXT.send}
          </Button>
        </div>
      )}
    </LinkPage>
  )
}
