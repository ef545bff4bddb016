import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { type getTenant, removeCompanyPicture, saveCompanyPicture } from '#shared/contract/tenant.ts'
import {
  COMPANY_PICTURE_NAMES,
  COMPANY_PICTURES,
  type CompanyPicture,
  LOGO_MAX_BYTES,
  LOGO_TEXT,
  SIGN_IN_PICTURE_MAX_BYTES,
} from '#shared/domain/logo.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import { useServices } from '../../services/context.tsx'
import { serverOrigin } from '../../services/desktop/desktop.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { ChooseFile } from '../../ui/form/ChooseFile.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Tenant.module.css'
import { TEXT } from './text.ts'

const ADDRESS: Readonly<Record<CompanyPicture, string>> = {
  LOGO: '/company/logo',
  LOGO_DARK: '/company/logo/dark',
  ICON: '/company/icon',
  SIGN_IN: '/company/sign-in',
}

interface PicturesProps {
  readonly pictures: ResponseOf<typeof getTenant>['pictures']
  readonly mayChange: boolean
  readonly onChanged: () => Promise<unknown>
}

/** The company's logo, its form for dark grounds, and its icon. */
export function Pictures({ pictures, mayChange, onChanged }: PicturesProps) {
  const { api, notices } = useServices()
  const [busy, setBusy] = useState<CompanyPicture | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const change = async (kind: CompanyPicture, send: () => Promise<unknown>, done: string) => {
    setBusy(kind)
    setProblem(null)
    try {
      await send()
      notices.show('success', done)
      await onChanged()
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(null)
  }
  const save = (kind: CompanyPicture, picture: File | undefined) => {
    if (!picture) return
    const isPhoto = kind === 'SIGN_IN'
    if (picture.size > (isPhoto ? SIGN_IN_PICTURE_MAX_BYTES : LOGO_MAX_BYTES))
      return setProblem(isPhoto ? LOGO_TEXT.photoSize : LOGO_TEXT.size)
    void change(
      kind,
      () => api.call(saveCompanyPicture, { kind, picture }, { quiet: true }),
      TEXT.pictureSaved,
    )
  }
  return (
    <section className={styles.card} aria-label={TEXT.pictures}>
      <h2>{TEXT.pictures}</h2>
      <p className={styles.lead}>{TEXT.picturesLead}</p>
      <Problem>{problem}</Problem>
      <ul className={styles.pictures}>
        {COMPANY_PICTURES.map((kind) => {
          const name = COMPANY_PICTURE_NAMES[kind]
          const own = pictures.find((one) => one.kind === kind)
          // Another logo changes what stands in the others' places too.
          const version = pictures.map(({ hash }) => hash).join('.')
          return (
            <li key={kind} aria-label={name}>
              <div className={styles.picture} data-kind={kind}>
                <img src={`${serverOrigin(window)}${ADDRESS[kind]}?${version}`} alt={name} />
              </div>
              <h3>{name}</h3>
              <p className={styles.small}>
                {own ? TEXT.pictureOf(momentText(own.changedAt), own.changedBy) : TEXT.noPicture[kind]}
              </p>
              {mayChange ? (
                <div className={styles.choose}>
                  <ChooseFile
                    accept={`image/png,image/svg+xml${kind === 'SIGN_IN' ? ',image/jpeg' : ''}`}
                    isDisabled={busy !== null}
                    onFiles={([file]) => save(kind, file)}
                  >
                    {own ? TEXT.replacePicture : TEXT.choosePicture}
                    <span className="visually-hidden">: {name}</span>
                  </ChooseFile>
                  {own ? (
                    <Button
                      variant="subtle"
                      color="red"
                      aria-label={TEXT.removePictureOf(name)}
                      loading={busy === kind}
                      onClick={() =>
                        void change(
                          kind,
                          () => api.call(removeCompanyPicture, { kind }, { quiet: true }),
                          TEXT.pictureRemoved,
                        )
                      }
                    >
                      {TEXT.remove}
                    </Button>
                  ) : null}
                </div>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
