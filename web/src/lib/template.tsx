import { createContext, Fragment, type ReactNode, useContext } from 'react';

/**
 * True while the build renders a public page to a template. Lists are then written once between
 * loop marks, and parts that depend on the study between conditions; the server's template engine
 * reads both. `import.meta.env.SSR` keeps that out of the browser's code.
 */
export const Template = createContext(false);

type EachProps<T> = {
  of: readonly T[];
  /** What the template engine calls the list. The item is `x`. */
  name: string;
  id: (item: T, index: number) => string;
  children: (item: T) => ReactNode;
};

/** A list that can become a loop. Only texts and attributes of its output may depend on the item. */
export function Each<T>({ of, name, id, children }: EachProps<T>) {
  const template = useContext(Template);
  const first = of[0];
  if (import.meta.env.SSR && template && first !== undefined) {
    return (
      <>
        {`{% for x in ${name} %}`}
        {children(first)}
        {'{% endfor %}'}
      </>
    );
  }
  return of.map((item, index) => <Fragment key={id(item, index)}>{children(item)}</Fragment>);
}

type WhenProps = {
  is: boolean;
  /** The same condition in the template language. */
  test: string;
  children: ReactNode;
};

/** A part that is rendered only under a condition on the study. */
export function When({ is, test, children }: WhenProps) {
  const template = useContext(Template);
  if (import.meta.env.SSR && template) {
    return (
      <>
        {`{% if ${test} %}`}
        {children}
        {'{% endif %}'}
      </>
    );
  }
  // At the same index among the same number of children as in the template, because React counts them for its IDs.
  return (
    <>
      {null}
      {is && children}
      {null}
    </>
  );
}

/**
 * HTML of the study, sanitised by the server. It takes only `html`, so that nothing else in the app sets inner HTML.
 */
export function StudyHtml({ html, className }: { html: string; className?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's sanitiser made it from Markdown
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
