// Makes src/api/schema.d.ts from the OpenAPI document, and src/api/error-params.d.ts from the messages of errors. In the
// first, members that the app does not use are left out: `get?: never` of a
// method that a path does not have, empty parameters, headers of replies, and replies with an error, which all have a
// `Problem`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [, , from, to, fromMessages, toParams] = process.argv;

const consistsOf = (type, test) => ts.isTypeLiteralNode(type) && type.members.every(test);
const isUnused = (member) =>
  ts.isPropertySignature(member) &&
  ((member.questionToken && member.type?.kind === ts.SyntaxKind.NeverKeyword) ||
    (member.name.text === 'headers' && consistsOf(member.type, ts.isIndexSignatureDeclaration)) ||
    (member.name.text === 'parameters' && consistsOf(member.type, () => false)) ||
    (ts.isNumericLiteral(member.name) && member.name.text >= 400));

const strip = (context) => {
  const visit = (node) => {
    const visited = ts.visitEachChild(node, visit, context);
    if (!ts.isTypeLiteralNode(visited) && !ts.isInterfaceDeclaration(visited)) return visited;
    // All replies among the components are errors.
    const isErrors = (member) =>
      visited.name?.text === 'components' && member.name.text === 'responses';
    const members = visited.members.filter((member) => !isUnused(member) && !isErrors(member));
    return ts.isTypeLiteralNode(visited)
      ? ts.factory.updateTypeLiteralNode(visited, members)
      : ts.factory.updateInterfaceDeclaration(
          visited,
          visited.modifiers,
          visited.name,
          visited.typeParameters,
          visited.heritageClauses,
          members,
        );
  };
  return visit;
};

const nodes = await openapiTS(JSON.parse(readFileSync(from, 'utf8')), {
  alphabetize: true,
  arrayLength: true,
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
// `export type ResponseConflict = components['responses']['Conflict']` and the like.
const isOfError = (node) =>
  ts.isTypeAliasDeclaration(node) &&
  node.type.typeName?.escapedText.startsWith("components['responses']");
const used = nodes.filter((node) => !isOfError(node));
const stripped = used.map((node) => ts.transform(node, [strip]).transformed[0]);

/** The interface `name` with the names of the parameters of those messages that have some, by code. */
function params(name, messages) {
  const fields = Object.entries(messages)
    .filter(([, { params }]) => params.length > 0)
    .map(
      ([code, { params }]) => `  ${code}: ${params.map((param) => `'${param}'`).join(' | ')};\n`,
    );
  return `export interface ${name} {\n${fields.join('')}}\n`;
}
const { errors, fields } = JSON.parse(readFileSync(fromMessages, 'utf8'));

function write(path, source, text) {
  const whole = `// Generated from docs/generated/${source} by \`make generate\`. Do not edit.\n\n${text}`;
  // A file that is written anew would have the web app built again.
  if (!existsSync(path) || readFileSync(path, 'utf8') !== whole) writeFileSync(path, whole);
}
write(to, 'openapi.json', astToString(stripped));
write(
  toParams,
  'error-messages.json',
  `${params('ErrorParams', errors)}\n${params('FieldParams', fields)}`,
);
