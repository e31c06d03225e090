import { clicked, filled, type Library } from './library.ts';

export const TABULATOR: Library = {
  name: 'Tabulator',
  styles: ['tabulator-tables/dist/css/tabulator.css'],
  script: `import { TabulatorFull } from 'tabulator-tables';
const table = new TabulatorFull('#table', {
  data: [{ id: 1, name: 'Ann', done: false, town: 'Berlin' }, { id: 2, name: 'Bob', done: false, town: 'Paris' }],
  pagination: 'local', paginationSize: 5,
  columns: [
    { title: 'Name', field: 'name', editor: 'input', editorParams: { elementAttributes: { 'aria-label': 'New name' } }, headerFilter: 'input', headerFilterParams: { elementAttributes: { 'aria-label': 'Find name' } } },
    { title: 'Done', field: 'done', formatter: 'tickCross', editor: 'tickCross' },
    { title: 'Town', field: 'town', editor: 'list', editorParams: { values: ['Berlin', 'Paris', 'Rome'] } },
  ],
});
table.on('cellEditing', (cell) => { held.editing = cell.getField(); });
table.on('cellEdited', (cell) => { held[cell.getField()] = cell.getValue(); });
table.on('dataSorted', (sorters) => { held.sorted = sorters.map(({ field, dir }) => field + ' ' + dir); });
table.on('dataFiltered', (filters, rows) => { held.rows = rows.length; });`,
  body: '<div id="table"></div>',
  controls: [
    clicked('gridcell "Ann"', { editing: 'name' }),
    filled('textbox "New name"', 'Anna', { name: 'Anna' }),
    filled('searchbox "Find name"', 'Ann', { rows: 1 }),
    clicked('gridcell "Berlin"', { editing: 'town' }),
    clicked('clickable "Rome"', { town: 'Rome' }),
    clicked('columnheader "Town"', { sorted: ['town asc'] }),
  ],
};
