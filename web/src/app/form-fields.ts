/** Reads all fields of the page's forms. The result writes them back after the forms have been rendered again. */
export function readForms(): () => void {
  const before = [...document.forms].map((form) =>
    inputs(form).map(({ name, value, checked }) => ({ name, value, checked })),
  );
  return () => {
    for (const [at, fields] of before.entries()) {
      const form = document.forms[at];
      for (const { name, value, checked } of form ? fields : []) {
        const field = form?.elements.namedItem(name);
        if (!(field instanceof HTMLInputElement)) continue;
        field.value = value;
        field.checked = checked;
      }
    }
  };
}

function inputs(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter((field) => field instanceof HTMLInputElement);
}
