import { Button } from '@mantine/core'
import { IconBriefcase } from '@tabler/icons-react'
import { useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { answerOffer, openOffer } from '#shared/contract/public-pages.ts'
import { poundsText } from '#shared/domain/pounds.ts'
import { Problem } from '../../ui/Problem.tsx'
import { LinkPage } from '../public-links/index.ts'
import { longDay } from './dates.ts'
import { DonePage, LinkScreen, type OpenLink } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { PAGE_TEXT, OFFER_TEXT as TEXT } from './text.ts'
import { useSend } from './use-send.ts'

/** /public/offer/{token} (spec 6 §3.4): what an applicant is offered, and their answer, once. */
export function OfferScreen() {
  return <LinkScreen call={openOffer}>{(link) => <Offer {...link} />}</LinkScreen>
}

function Offer({ value: offer, token, onDead }: OpenLink<ResponseOf<typeof openOffer>>) {
  const { busy, problem, send } = useSend(answerOffer, onDead)
  const [isSure, setSure] = useState(false)
  const [answer, setAnswer] = useState<boolean | null>(null)
  const reply = async (isAccepted: boolean) => {
    if (await send({ token, isAccepted })) setAnswer(isAccepted)
  }
  if (answer !== null)
    return (
      <DonePage title={answer ? TEXT.acceptedTitle : TEXT.declinedTitle}>
        <p>
          {answer ? TEXT.accepted(offer.company) : TEXT.declined(offer.company)} {PAGE_TEXT.close}
        </p>
      </DonePage>
    )
  const facts = [
    [TEXT.contract, offer.contract],
    [TEXT.area, offer.area],
    [TEXT.start, longDay(`${offer.startDate}T12:00:00.000Z`)],
    [TEXT.rate, TEXT.perHour(poundsText(offer.rate))],
  ] as const
  return (
    <LinkPage icon={<IconBriefcase size={28} />} title={isSure ? TEXT.sureTitle : TEXT.title}>
      <p>{isSure ? TEXT.sure : TEXT.lead(offer.name, offer.company)}</p>
      <dl className={styles.tiles}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        {isSure ? (
          <>
            <Button size="md" variant="default" disabled={busy} onClick={() => setSure(false)}>
              {TEXT.keep}
            </Button>
            <Button size="md" color="red" loading={busy} onClick={() => void reply(false)}>
              {TEXT.decline}
            </Button>
          </>
        ) : (
          <>
            <Button size="md" variant="default" disabled={busy} onClick={() => setSure(true)}>
              {TEXT.decline}
            </Button>
            <Button size="md" loading={busy} onClick={() => void reply(true)}>
              {TEXT.accept}
            </Button>
          </>
        )}
      </div>
    </LinkPage>
  )
}
