import { IconCheck, IconFileDescription, IconMail } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { openJobOrder } from '#shared/contract/public-pages.ts'
import { LinkPage } from '../public-links/index.ts'
import { shortDay } from './dates.ts'
import { LinkScreen } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { ORDER_TEXT } from './text.ts'

/** /public/customer/job-order-details/{token} (spec 1 §2.1): a job order as its customer sees it. */
export function JobOrderScreen() {
  return <LinkScreen call={openJobOrder}>{({ value }) => <Order {...value} />}</LinkScreen>
}

function Order(order: ResponseOf<typeof openJobOrder>) {
  const facts = [
    [ORDER_TEXT.customer, order.customer],
    [ORDER_TEXT.type, order.type],
    [ORDER_TEXT.starts, shortDay(order.startsAt)],
    [ORDER_TEXT.due, shortDay(order.dueAt)],
  ] as const
  return (
    <LinkPage wide icon={<IconFileDescription size={28} />} title={order.title}>
      <p className={styles.facts}>
        <span>{order.reference}</span>
        <span className={styles.status}>{order.status}</span>
      </p>
      <p className={styles.prose}>{order.description}</p>
      <dl className={styles.tiles}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {order.steps.length === 0 ? null : (
        <section>
          <h2 className={styles.heading}>{ORDER_TEXT.progress}</h2>
          <ol className={styles.steps}>
            {order.steps.map(({ name, isDone }) => (
              <li key={name} data-done={isDone}>
                <span className={styles.tick} aria-hidden="true">
                  {isDone ? <IconCheck size={14} stroke={3} /> : null}
                </span>
                {name}
                <span className="visually-hidden">, {isDone ? ORDER_TEXT.done : ORDER_TEXT.open}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className={styles.person}>
        <h2 className={styles.heading}>{ORDER_TEXT.contact}</h2>
        <p>
          {order.contactName}
          <a href={`mailto:${encodeURIComponent(order.contactEmail).replace('%40', '@')}`}>
            <IconMail size={17} aria-hidden="true" /> {order.contactEmail}
          </a>
        </p>
      </section>
    </LinkPage>
  )
}
