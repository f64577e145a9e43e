import TOML

extension TOMLValue {
  var string: String? {
    if case .string(let string) = kind { string } else { nil }
  }

  var integer: Int64? {
    if case .integer(let integer) = kind { integer } else { nil }
  }

  var float: Double? {
    if case .float(let float) = kind { float } else { nil }
  }

  var array: [TOMLValue]? {
    if case .array(let values) = kind { values } else { nil }
  }

  var table: TOMLTable? {
    if case .table(let table) = kind { table } else { nil }
  }
}
