# Reads the data package with base R, typed, and checks the number of rows against the manifest's.
#
#   source("analysis/load.R")
#   tables <- read_package(".")
#   tables$responses                          # a data frame; missing values are NA
#   reasons(".", "questionnaires")            # why they are missing, cell by cell
#
# Run as a script (Rscript analysis/load.R), it shows the tables of its package.

files <- c(
{%- for table in tables %}
  {{ table.name }} = "{{ table.file }}"{% if not loop.last %},{% endif %}
{%- endfor %}
)

rows <- c(
{%- for table in tables %}
  {{ table.name }} = {{ table.rows }}{% if not loop.last %},{% endif %}
{%- endfor %}
)

# Why a value is missing.
missing_codes <- c(
{%- for code in missing %}
  {{ code.code }} = "{{ code.meaning }}"{% if not loop.last %},{% endif %}
{%- endfor %}
)

# Closed lists of values; the names are their labels.
categories <- list(
{%- for table in tables %}
  {{ table.name }} = list(
{%- for column in table.columns %}
    `{{ column.name }}` = c({{ column.levels }}){% if not loop.last %},{% endif %}
{%- endfor %}
  ){% if not loop.last %},{% endif %}
{%- endfor %}
)

# Columns that always have a value: a code in them is what a participant typed.
exact <- list(
{%- for table in tables %}
  {{ table.name }} = c({{ table.exact }}){% if not loop.last %},{% endif %}
{%- endfor %}
)

as_written <- function(folder, name) {
  read.csv(file.path(folder, files[[name]]), colClasses = "character", na.strings = character(0),
           check.names = FALSE, encoding = "UTF-8", quote = "\"", comment.char = "")
}

typed <- function(values, type, levels, exact) {
  if (!exact) values[values %in% names(missing_codes)] <- NA
  switch(type,
    boolean = values == "1",
    integer = as.numeric(values),
    number = as.numeric(values),
    datetime = as.POSIXct(values, tz = "UTC", format = "%Y-%m-%dT%H:%M:%OSZ"),
    date = as.Date(values),
    if (is.null(levels)) values else factor(values, levels = unname(levels))
  )
}

read_package <- function(folder = ".") {
  codebook <- read.csv(file.path(folder, "codebook.csv"), colClasses = "character", na.strings = character(0),
                       encoding = "UTF-8")
  tables <- lapply(names(files), function(name) {
    table <- as_written(folder, name)
    if (nrow(table) != rows[[name]]) stop(name, ": ", nrow(table), " rows instead of ", rows[[name]])
    types <- codebook$type[codebook$table == name]
    for (i in seq_along(table)) {
      column <- names(table)[[i]]
      table[[i]] <- typed(table[[i]], types[[i]], categories[[name]][[column]], column %in% exact[[name]])
    }
    table
  })
  setNames(tables, names(files))
}

reasons <- function(folder, name) {
  table <- as_written(folder, name)
  coded <- function(column) !(column %in% exact[[name]]) & table[[column]] %in% names(missing_codes)
  table[] <- lapply(names(table), function(column) ifelse(coded(column), table[[column]], NA))
  table
}

if (sys.nframe() == 0) {
  script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
  folder <- if (length(script)) dirname(dirname(normalizePath(script))) else "."
  tables <- read_package(folder)
  for (name in names(tables)) cat(name, ": ", nrow(tables[[name]]), " rows, ", ncol(tables[[name]]), " columns\n", sep = "")
}
