import { Button } from '@mantine/core'
import { IconCamera, IconFileCheck, IconReceipt } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { openExpense } from '#shared/contract/public-pages.ts'
import { DOCUMENT_TYPES } from '#shared/domain/expense-document.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import { DropField } from '../../ui/form/DropField.tsx'
import { UploadBar } from '../../ui/form/UploadBar.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { LinkPage } from '../public-links/index.ts'
import { dayAndTime } from './dates.ts'
import { LinkScreen, type OpenLink } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { EXPENSE_TEXT } from './text.ts'
import { useDocumentUpload } from './use-document-upload.ts'

type Expense = ResponseOf<typeof openExpense>

const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).format(amount / 100)

/** /public/expenses/submit-doc/{token} (spec 1 §2.1): documents of an expense, handed in one by one. */
export function ExpenseScreen() {
  return <LinkScreen call={openExpense}>{(link) => <Documents {...link} />}</LinkScreen>
}

function Documents(link: OpenLink<Expense>) {
  const { value: expense } = link
  const { upload, cancel, uploading, progress, problem, received } = useDocumentUpload(link)
  return (
    <LinkPage icon={<IconReceipt size={28} />} title={EXPENSE_TEXT.title}>
      <p>{expense.description}</p>
      <dl className={styles.tiles}>
        <div>
          <dt>{EXPENSE_TEXT.claimant}</dt>
          <dd>{expense.claimant}</dd>
        </div>
        <div>
          <dt>{EXPENSE_TEXT.amount}</dt>
          <dd>{money(expense.amount, expense.currency)}</dd>
        </div>
      </dl>
      {uploading === null ? (
        <DropField
          icon={<IconCamera size={30} stroke={1.6} />}
          choose={EXPENSE_TEXT.choose}
          hint={EXPENSE_TEXT.hint}
          dropNow={EXPENSE_TEXT.dropNow}
          accept={DOCUMENT_TYPES.join(',')}
          isPrimary
          onFiles={([file]) => (file ? void upload(file) : undefined)}
        />
      ) : (
        <div className={styles.upload}>
          <span>{EXPENSE_TEXT.uploading(uploading)}</span>
          <UploadBar share={progress} label={EXPENSE_TEXT.progress} />
          <Button variant="default" size="md" onClick={cancel}>
            {EXPENSE_TEXT.cancel}
          </Button>
        </div>
      )}
      <Problem>{problem}</Problem>
      <p className={styles.note} role="status">
        {received === null ? '' : EXPENSE_TEXT.received(received)}
      </p>
      <section>
        <h2 className={styles.heading}>{EXPENSE_TEXT.documents}</h2>
        {expense.documents.length === 0 ? (
          <p className={styles.note}>{EXPENSE_TEXT.none}</p>
        ) : (
          <ul className={styles.files}>
            {expense.documents.map(({ fileName, at }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: documents are only added, and may share a name
              <li key={place}>
                <IconFileCheck size={20} stroke={1.7} aria-hidden="true" />
                <span>{fileName}</span>
                <time dateTime={at}>{dayAndTime(at)}</time>
              </li>
            ))}
          </ul>
        )}
      </section>
    </LinkPage>
  )
}
