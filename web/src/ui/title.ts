import { useEffect } from 'react';
import { useMessages } from '@/locales/messages';

/** Sets the document's title: the friendly name of the page, then the study. */
export function setTitle(page: string, study: string): void {
  document.title = study ? `${page} · ${study}` : page;
}

/** Puts "Error: " before the title while there are errors, so that a screen reader reads it first. */
export function useErrorTitle(hasErrors: boolean): void {
  const { error } = useMessages().ui;
  useEffect(() => {
    if (!hasErrors) return;
    const plain = document.title;
    document.title = `${error} ${plain}`;
    return () => {
      document.title = plain;
    };
  }, [hasErrors, error]);
}
